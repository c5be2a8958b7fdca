// What the keys do while a window is moved by them; shown in the window and read out once.
import { KeyCaps } from './key-caps.tsx';

export function ArrangeHint({ title }: { readonly title: string }) {
  return (
    <div className="arrange-hint" role="status">
      <span className="visually-hidden">
        {title}: arrow keys move the window, with Shift they resize it, with Alt in small steps. Enter keeps it there, Escape puts
        it back.
      </span>
      <span className="arrange-keys" aria-hidden="true">
        <KeyCaps keys={['←', '↑', '↓', '→']} /> Move
      </span>
      <span className="arrange-keys" aria-hidden="true">
        <KeyCaps keys={['Shift']} /> Resize
      </span>
      <span className="arrange-keys" aria-hidden="true">
        <KeyCaps keys={['Alt']} /> Fine
      </span>
      <span className="arrange-keys" aria-hidden="true">
        <KeyCaps keys={['Enter']} /> Done
      </span>
      <span className="arrange-keys" aria-hidden="true">
        <KeyCaps keys={['Esc']} /> Back
      </span>
    </div>
  );
}
