import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

/** The QR code of a text, whose code is loaded when it is first shown. */
export const QrCode = loadedLater(() => import('#components/ui/qr-code.tsx').then((module) => module.QrCode))
