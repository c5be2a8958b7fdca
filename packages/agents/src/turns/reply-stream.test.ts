import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyStream } from './reply-stream.ts';

describe('a reply inside half-written JSON', () => {
  it('comes out whole however the JSON is cut, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.nat(12), { minLength: 1 }),
        fc.boolean(),
        (content, cuts, isEscaped) => {
          let json = JSON.stringify({ attempt: 1, content, after: 'content": "no' });
          if (isEscaped) json = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
          const stream = createReplyStream('content');
          let text = '';
          for (let position = 0, turn = 0; position < json.length; turn += 1) {
            const size = (cuts[turn % cuts.length] ?? 0) + 1;
            text += stream.push(json.slice(position, position + size));
            position += size;
          }
          expect(text).toBe(content);
        },
      ),
    );
  });

  it('gives nothing for arguments without the property', () => {
    expect(createReplyStream('content').push('{"text":"hello"}')).toBe('');
  });
});
