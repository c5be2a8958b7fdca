// Words that somebody wrote, in a line of ours: kept apart from it, so that their direction ends with them, and harmless.
import type { ComponentProps } from 'react';
import { harmless } from './harmless.ts';

export interface WordsProps extends Pick<ComponentProps<'bdi'>, 'className' | 'title'> {
  readonly children: string | readonly string[];
}

export function Words({ children, title, ...rest }: WordsProps) {
  return (
    <bdi title={title === undefined ? undefined : harmless(title)} {...rest}>
      {harmless([children].flat().join(''))}
    </bdi>
  );
}
