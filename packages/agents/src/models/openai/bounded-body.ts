// A bound on what is read from a service, so that a broken or hostile one cannot fill the memory.

/** Thrown out of the body of a response that went over its bound. */
export class BodyTooLong extends Error {}

/** The same response, whose body fails with BodyTooLong and lets go of the connection after `limitBytes`. */
export function boundedBody(response: Response, limitBytes: number): Response {
  if (response.body === null) return response;
  let readBytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      readBytes += chunk.byteLength;
      if (readBytes > limitBytes) controller.error(new BodyTooLong(`More than ${limitBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
