import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { asTheme, themeCookie } from '#components/shell/theme'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Paraph', template: '%s · Paraph' },
  description: 'Electronic signatures you can check yourself.',
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
  // Read here, so that the first paint already has the right colours and no script is needed for it.
  const theme = asTheme((await cookies()).get(themeCookie)?.value)
  return (
    <html lang="en" data-theme={theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>{children}</body>
    </html>
  )
}
