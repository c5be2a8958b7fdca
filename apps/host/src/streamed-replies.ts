// Replies on their way, so that a window opened in the middle of one sees what the others see. Memory only: after a restart
// the turn is taken up again and streams anew.

export interface StreamedReply {
  readonly turnId: string;
  readonly attempt: number;
  readonly text: string;
}

export interface StreamedReplies {
  append(piece: { conversationId: string; turnId: string; attempt: number; offset: number; text: string }): void;
  /** The reply was withdrawn, or its message is there. */
  end(turnId: string): void;
  of(conversationId: string): readonly StreamedReply[];
}

export function createStreamedReplies(): StreamedReplies {
  const replies = new Map<string, StreamedReply & { readonly conversationId: string }>();
  return {
    append({ conversationId, turnId, attempt, offset, text }) {
      const before = replies.get(turnId);
      const kept = before !== undefined && before.attempt === attempt ? before.text.slice(0, offset) : '';
      replies.set(turnId, { conversationId, turnId, attempt, text: kept + text });
    },
    end(turnId) {
      replies.delete(turnId);
    },
    of(conversationId) {
      return [...replies.values()]
        .filter((reply) => reply.conversationId === conversationId)
        .map(({ turnId, attempt, text }) => ({ turnId, attempt, text }));
    },
  };
}
