import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preferencesOf } from '#components/ui/preference-cookies.ts'
import { PreferencesProvider } from '#components/ui/preferences.tsx'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Paraph', template: '%s · Paraph' },
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
  const cookieStore = await cookies()
  const preferences = preferencesOf(
    (name) => cookieStore.get(name)?.value,
    (await headers()).get('accept-language'),
  )
  return (
    <html lang="en" data-theme={preferences.theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <PreferencesProvider known={preferences}>{children}</PreferencesProvider>
      </body>
    </html>
  )
}
