// What tests of the layers need of a page in jsdom, which lays nothing out and has a mouse but no pointers.

/** Lets elements be where their transform says, for react-rnd asks how far one is from where it was put. The result ends it. */
export function layOutByTransform(): () => void {
  const measured = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const [, x = '0', y = '0'] =
      this instanceof HTMLElement ? (/translate\((-?\d+)px,(-?\d+)px\)/.exec(this.style.transform) ?? []) : [];
    return new DOMRect(Number(x), Number(y), 0, 0);
  };
  return () => {
    Element.prototype.getBoundingClientRect = measured;
  };
}

/** A mouse event with a pointer's number added. */
export function pointerEvent(
  kind: string,
  { x, y }: { x: number; y: number },
  init: { pointerId: number; buttons: number; button?: number },
): Event {
  const { pointerId, ...mouse } = init;
  const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientX: x, clientY: y, ...mouse });
  return Object.assign(event, { pointerId });
}

export function showDisplay(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event('resize'));
}
