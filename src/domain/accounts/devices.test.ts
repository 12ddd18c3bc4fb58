import { expect, test } from 'vitest'
import { deviceOf } from './devices.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const appleWebKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)'
const iPad = 'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'

// shows: interface-23
test.each([
  ['Chrome on Windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['Opera on Windows', `${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  [
    'Firefox on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  ],
  ['Safari on Mac', `${mac} ${appleWebKit} Version/18.6 Safari/605.1.15`],
  ['Chrome on Mac', `${mac} ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['Safari on iPhone', `${iPhone} ${appleWebKit} Version/18.6 Mobile/15E148 Safari/604.1`],
  ['Chrome on iPhone', `${iPhone} ${appleWebKit} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`],
  ['Firefox on iPhone', `${iPhone} ${appleWebKit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge on iPhone', `${iPhone} ${appleWebKit} EdgiOS/142.0 Version/18.0 Mobile/15E148 Safari/604`],
  ['A browser on iPhone', `${iPhone} ${appleWebKit} Mobile/15E148 Instagram 400.0.0.0`],
  ['Safari on iPad', `${iPad} ${appleWebKit} Version/17.7 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `${android} ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Chrome on Chromebook',
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
  ],
  ['An app or script', 'curl/8.14.1'],
  ['An app or script', 'node'],
  ['An app or script', 'Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9 Build/AP4A)'],
  ['An app or script', 'Storehand/1 CFNetwork/3826.600.41 Darwin/24.6.0'],
  ['An app or script', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['An app or script', ''],
  ['An app or script', null],
  // Nothing behind the first 500 characters is read, so the longest header costs no more.
  ['A browser on Linux', `Mozilla/5.0 (X11; Linux)${' '.repeat(500)}Chrome/142.0.0.0`],
])('%s is what %s is called', (words, userAgent) => {
  expect(deviceOf(userAgent)).toBe(words)
})
