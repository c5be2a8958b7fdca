// Which parts of a conversation the Tab key reaches: the whole log is one stop, the entry that was reached last, and what can be done
// with that entry follows it. Parts shown outside of a log are always reached.
import { createContext, useContext } from 'react';

const ReachContext = createContext(true);
export const ReachProvider = ReachContext.Provider;

/** For `tabIndex`: 0 where Tab reaches the part, else -1. */
export function useReach(): 0 | -1 {
  return useContext(ReachContext) ? 0 : -1;
}
