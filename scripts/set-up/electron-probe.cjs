// Ends with 0 as soon as a window could be opened. Where the screen cannot be used, Electron ends before.
const { app } = require('electron');

void app.whenReady().then(() => app.exit(0));
