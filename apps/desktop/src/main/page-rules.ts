// What the page may ask of the app: decided here, without Electron, so that each rule can be tested by itself.
import { isDeskAddress } from './desk-address.ts';

/** A frame as Electron shows it. */
export interface Frame {
  readonly url: string;
  /** Null for the frame that is the window's own page. */
  readonly parent: unknown;
}

/** Whether a message comes from our own page itself: no frame inside it, no other page, no page that is already gone. */
export function isDeskFrame(frame: Frame | null | undefined): boolean {
  return frame !== null && frame !== undefined && frame.parent === null && isDeskAddress(frame.url);
}

export interface PermissionAsked {
  /** Electron's name of it. */
  readonly name: string;
  /** The address or origin of the page that asks. */
  readonly from: string;
  readonly isMainFrame: boolean;
  /** What a page wants to record; empty when it asks for something else. */
  readonly media: readonly string[];
}

/** Everything is denied but the microphone, and putting text on the clipboard, for our own page. */
export function mayHave({ name, from, isMainFrame, media }: PermissionAsked): boolean {
  if (!isMainFrame || !isDeskAddress(from)) return false;
  if (name === 'media') return media.length > 0 && media.every((kind) => kind === 'audio');
  return name === 'clipboard-sanitized-write';
}

/** How long after a press or a key a link counts as followed by a person. A click reaches its link within a few milliseconds. */
const GESTURE_LASTS_MS = 1_000;

/** Whether an address that the page wants to open is opened in the person's browser: a web page, and only because they asked. */
export function mayOpenOutside(address: string, sinceGestureMs: number): boolean {
  if (sinceGestureMs > GESTURE_LASTS_MS) return false;
  try {
    const { protocol, username, password } = new URL(address);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  } catch {
    return false;
  }
}
