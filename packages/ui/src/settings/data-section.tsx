// Where the person's data lies, so that it can be found, copied and kept.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

export interface DataSectionProps {
  readonly dataFolder: string;
  readonly onCopy: (text: string) => Promise<void>;
}

export function DataSection({ dataFolder, onCopy }: DataSectionProps) {
  const [result, setResult] = useState<'none' | 'copied' | 'refused'>('none');
  return (
    <>
      <header className="settings-head">
        <div>
          <h3>Data folder</h3>
          <p>Everything VOS knows lies in one folder on this computer. Stop VOS before you copy it.</p>
        </div>
      </header>
      <div className="group">
        <div className="setting is-path">
          <code className="data-folder" dir="ltr">
            {dataFolder}
          </code>
          <button
            type="button"
            className="button is-small"
            onBlur={() => setResult('none')}
            onClick={() => {
              onCopy(dataFolder).then(
                () => setResult('copied'),
                () => setResult('refused'),
              );
            }}
          >
            {result === 'copied' ? <Check className="icon" /> : <Copy className="icon" />}
            {{ none: 'Copy path', copied: 'Copied', refused: 'Not copied' }[result]}
          </button>
        </div>
      </div>
      {result === 'refused' && (
        <p className="settings-problem" role="alert">
          The browser does not let VOS write to the clipboard. Select the path and copy it by hand.
        </p>
      )}
    </>
  );
}
