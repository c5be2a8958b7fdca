// 1: sessions, conversations, messages; notes, weather and places; desk layouts; settings, services and models; undo; dead letters; routes of requests.
export const PROTOCOL_VERSION = 1;
