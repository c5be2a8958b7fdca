// Keeps a fault in one window's contents from taking the desk with it.
import { Component, type ReactNode } from 'react';

interface PaneBoundaryProps {
  readonly title: string;
  readonly children: ReactNode;
}

export class PaneBoundary extends Component<PaneBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <h3>{this.props.title} has stopped</h3>
        <p>Something in this window went wrong. The other windows and everything you saved are not touched.</p>
        <button type="button" className="button" onClick={() => this.setState({ hasFailed: false })}>
          Start it again
        </button>
      </div>
    );
  }
}
