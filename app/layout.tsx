import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { readerPreferences, Translated } from '#app/reader'
import { ServiceWorker } from '#components/shell/frame/service-worker.tsx'
import { TranslationGuard } from '#components/shell/frame/translation-guard.tsx'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import { now } from '#lib/core/clock'
import './globals.css'

const sans = localFont({
  src: './fonts/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  // Without Greek: it has six of its letters, and draws ω as Ω.
  declarations: [{ prop: 'unicode-range', value: 'U+0-36F, U+400-1EFF, U+2000-FFFF' }],
})
const mono = localFont({
  src: './fonts/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  // Only some pages have texts in it.
  preload: false,
  // The metrics of no proportional font fit.
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0-36F, U+400-1EFF, U+2000-FFFF' }],
})

const pagella = localFont({
  src: [
    { path: './fonts/Pagella-Regular.woff2', weight: '400', style: 'normal' },
    { path: './fonts/Pagella-Italic.woff2', weight: '400', style: 'italic' },
  ],
  variable: '--font-pagella',
  // Only for systems without Palatino.
  preload: false,
  adjustFontFallback: 'Times New Roman',
})

export const metadata: Metadata = {
  description: 'Electronic signatures you can verify yourself.',
  icons: { icon: '/icon.svg', apple: '/icon-180.png' },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f1e8' },
    { media: '(prefers-color-scheme: dark)', color: '#161512' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const preferences = await readerPreferences()
  return (
    <html
      lang={preferences.language}
      data-theme={preferences.theme}
      className={`${sans.variable} ${mono.variable} ${pagella.variable}`}
    >
      <body>
        <TranslationGuard />
        <ServiceWorker />
        <PreferencesProvider known={preferences} serverTime={now().getTime()}>
          <Translated part="common">{children}</Translated>
        </PreferencesProvider>
      </body>
    </html>
  )
}
