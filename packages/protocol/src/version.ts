// 1: sessions, conversations, messages; notes, weather and places; desk layouts; settings, services and models; undo.
export const PROTOCOL_VERSION = 1;
