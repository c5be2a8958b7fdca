/** The keys of a shortcut, drawn as caps. */
export function KeyCaps({ keys }: { readonly keys: readonly string[] }) {
  if (keys.length === 0) return null;
  return (
    <span className="keys">
      {keys.map((key) => (
        <kbd className="key" key={key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
