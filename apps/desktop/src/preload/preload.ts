// All that the page gets from the app beyond what any page has: one function that hands it a port to the host.
import type { DeskBridge } from '@vos/protocol';
import { contextBridge, ipcRenderer } from 'electron';

const bridge: DeskBridge = {
  connect(nonce) {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage('desk/connect', null, [port2]);
    window.postMessage(String(nonce), window.location.origin, [port1]);
  },
};

contextBridge.exposeInMainWorld('vos', bridge);
