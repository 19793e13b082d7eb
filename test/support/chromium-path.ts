/** Where Debian's package puts Chromium; `CHROMIUM_PATH` names another place. */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
