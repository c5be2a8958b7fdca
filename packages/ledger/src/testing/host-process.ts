// A host in a process of its own, for tests that kill it or start a second one: `node host-process.ts <role> <folder> …`.
// It prints one line an event; what it prints after `kept` was acknowledged by the ledger before.
import { errorBody } from '@vos/base';
import Database from 'better-sqlite3';
import { openLedger } from '../open-ledger.ts';
import { queue } from '../queue.ts';
import { writeWhole } from './write-whole.ts';

const SENDERS = 8;

const [role, folder = '', argument = ''] = process.argv.slice(2);

function say(line: string): void {
  writeWhole(`${line}\n`);
}

/** Holds the folder, reachable at an address, until it is killed or its input ends. */
async function hold(address: string): Promise<void> {
  const ledger = await openLedger({ folder });
  ledger.announceAddress(address);
  say('open');
  process.stdin.on('end', () => void ledger.close());
  process.stdin.resume();
}

/** Sends messages from several senders at once and says each one's id when it is stored, until it is killed. */
async function write(prefix: string): Promise<void> {
  const ledger = await openLedger({ folder });
  const sender = async (number: number): Promise<never> => {
    for (let count = 0; ; count += 1) {
      const id = `${prefix}_${number}_${count}`;
      await ledger.commit((transaction) =>
        queue.send(transaction, {
          id,
          idempotencyKey: id,
          type: 'user_message',
          payload: { content: 'x'.repeat(count % 500) },
          traceId: 'trace',
          agentId: 'primary_agent',
          conversationId: `conversation_${number}`,
        }),
      );
      say(`kept ${id}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, number) => sender(number)));
}

/** Tries to open this folder and the ones named after the account, as that account, and says of each how it went. */
async function open(account: string): Promise<void> {
  // The program and the addon are loaded while the account may still read them.
  new Database(':memory:').close();
  if (account !== '') process.setuid?.(Number(account));
  for (const each of [folder, ...process.argv.slice(5)]) {
    try {
      const ledger = await openLedger({ folder: each });
      await ledger.close();
      say(JSON.stringify({ code: 'opened' }));
    } catch (error) {
      say(JSON.stringify(errorBody(error)));
    }
  }
}

const roles: Readonly<Record<string, (argument: string) => Promise<void>>> = { hold, write, open };
await roles[role ?? '']?.(argument);
