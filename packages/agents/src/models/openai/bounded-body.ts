// A bound on what is read from a service, so that a broken or hostile one cannot fill the memory.

/** Thrown out of the body of a response that went over its bound. */
export class BodyTooLong extends Error {}

export interface BodyBounds {
  readonly totalBytes: number;
  /** Of one line: it is kept until its end has come. */
  readonly lineBytes: number;
}

const LINE_FEED = 10;

/** The same response, whose body fails with BodyTooLong and lets go of the connection once it is over a bound. */
export function boundedBody(response: Response, { totalBytes, lineBytes }: BodyBounds): Response {
  if (response.body === null) return response;
  let readBytes = 0;
  let openLineBytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lineEnd = chunk.lastIndexOf(LINE_FEED);
      readBytes += chunk.byteLength;
      openLineBytes = lineEnd === -1 ? openLineBytes + chunk.byteLength : chunk.byteLength - lineEnd - 1;
      if (readBytes > totalBytes || openLineBytes > lineBytes)
        controller.error(new BodyTooLong('More than is read from a service'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
