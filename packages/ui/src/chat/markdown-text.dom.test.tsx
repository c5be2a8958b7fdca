import { afterEach, describe, expect, it } from 'vitest';
import { render, type Rendered } from '../testing/render.tsx';
import { MarkdownText } from './markdown-text.tsx';

let view: Rendered;
afterEach(() => view.unmount());

const draw = async (text: string): Promise<HTMLElement> => {
  view = await render(<MarkdownText text={text} />);
  return view.element;
};

describe('an agent’s words', () => {
  it('are drawn with paragraphs, lists, tables and emphasis', async () => {
    const element = await draw('A **bold** word\nand a line.\n\n1. one\n2. two\n\n| a | b |\n| - | - |\n| 1 | 2 |');
    expect(element.querySelector('p')?.innerHTML).toBe('A <strong>bold</strong> word<br>\nand a line.');
    expect([...element.querySelectorAll('ol > li')].map(({ textContent }) => textContent)).toEqual(['one', 'two']);
    expect([...element.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['1', '2']);
  });

  it('set the columns of a table as they are written, without a style', async () => {
    const element = await draw('| a | b | c |\n| - | -: | :-: |\n| 1 | 2 | 3 |');
    expect([...element.querySelectorAll('td')].map((cell) => cell.getAttribute('align'))).toEqual([null, 'right', 'center']);
    expect(element.querySelector('[style]')).toBeNull();
  });

  it('show code as text, and copy it as it is', async () => {
    const copied: string[] = [];
    view = await render(
      <MarkdownText text={'```js\nif (a < b) <b>go</b>;\n```'} onCopy={async (text) => void copied.push(text)} />,
    );
    expect(view.element.querySelector('pre code')?.textContent).toBe('if (a < b) <b>go</b>;');
    expect(view.element.querySelector('.code-head')?.textContent).toBe('js');
    await view.click(view.element.querySelector('button'));
    expect(copied).toEqual(['if (a < b) <b>go</b>;']);
  });

  it('never turn letters around, however that is written, and are copied as they are', async () => {
    const copied: string[] = [];
    const text = 'a \u202Egnp.exe and &#x202E;gpj.exe\n\n- [\u2067x](https://example.com/\u202E)\n\n```\n\u202Edaeh\n```';
    view = await render(<MarkdownText text={text} onCopy={async (code) => void copied.push(code)} />);
    expect(view.element.innerHTML).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    expect(view.element.querySelector('p')?.textContent).toBe('a \uFFFDgnp.exe and \uFFFDgpj.exe');
    await view.click(view.element.querySelector('button'));
    expect(copied).toEqual(['\u202Edaeh']);
  });

  it('lead only to web pages and mail, in a window that knows nothing of this one', async () => {
    const element = await draw(
      '[web](https://example.com) [mail](mailto:me@example.com) [script](javascript:alert(1)) [file](file:///etc/passwd) [data](data:text/html,x) [vos](vos://x) https://example.com/bare',
    );
    expect([...element.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target, link.rel])).toEqual([
      ['https://example.com', '_blank', 'noopener noreferrer'],
      ['mailto:me@example.com', '_blank', 'noopener noreferrer'],
      ['https://example.com/bare', '_blank', 'noopener noreferrer'],
    ]);
    expect(element.textContent).toContain('[script](javascript:alert(1))');
  });

  it('load no picture: it is a link', async () => {
    const element = await draw('![a cat](https://example.com/cat.png) ![](https://example.com/x.png)');
    expect(element.querySelector('img')).toBeNull();
    expect([...element.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(['a cat', 'Picture']);
  });

  it.each([
    '<script>window.hacked = true</script>',
    '<img src=x onerror="window.hacked = true">',
    '<svg onload="window.hacked = true"><script>window.hacked = true</script></svg>',
    '<a href="javascript:window.hacked = true">x</a>',
    '[x](https://example.com" onmouseover="window.hacked = true)',
    '![x" onerror="window.hacked = true](https://example.com/x.png)',
    '<style>body { display: none }</style>',
    '```"><img src=x onerror=alert(1)>\ncode\n```',
  ])('show the HTML %j as text and run nothing of it', async (text) => {
    const element = await draw(text);
    expect(element.querySelectorAll('script, img, svg, style, [onerror], [onload], [onmouseover]').length).toBe(0);
    expect([...element.querySelectorAll('a')].filter(({ href }) => !/^https?:/.test(href))).toEqual([]);
    expect('hacked' in window).toBe(false);
  });

  it('of a size that would take too long to read are shown as they are', async () => {
    const line = '*x* '.repeat(250_000);
    const element = await draw(line);
    expect(element.querySelector('.bubble-text')?.textContent).toBe(line);
  });
});
