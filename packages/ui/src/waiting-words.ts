/** “1 waits for you”, “2 wait for you”. */
export function waitingWords(count: number): string {
  return count === 1 ? '1 waits for you' : `${count} wait for you`;
}
