// What the chat says while the host cannot be reached: what still works, and the one thing to do.
import { RefreshCw, WifiOff } from 'lucide-react';

export type ConnectionState = 'connecting' | 'online' | 'reconnecting' | 'offline';

export interface ConnectionBannerProps {
  readonly state: ConnectionState;
  readonly onTryNow: () => void;
}

export function ConnectionBanner({ state, onTryNow }: ConnectionBannerProps) {
  if (state === 'online' || state === 'connecting') return <div role="status" />;
  const isOffline = state === 'offline';
  const Icon = isOffline ? WifiOff : RefreshCw;
  return (
    <div className={`banner${isOffline ? '' : ' is-reconnecting'}`} role="status">
      <Icon className="icon" />
      <span>{isOffline ? 'Offline' : 'Reconnecting'}</span>
      <span className="banner-plain">What you send waits here and goes out by itself.</span>
      <button type="button" className="button is-small is-quiet" onClick={onTryNow}>
        Try now
      </button>
    </div>
  );
}
