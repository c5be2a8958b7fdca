// Codes that the wire itself may answer with, whatever the command. Commands declare their own besides.

export const wireErrors = [
  'frame-malformed',
  'frame-too-large',
  'command-unknown',
  'params-invalid',
  'version-mismatch',
  'connection-lost',
  'no-answer',
  'disk-full',
  'host-closing',
  'internal',
] as const;
export type WireError = (typeof wireErrors)[number];
