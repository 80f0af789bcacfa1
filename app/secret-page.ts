import type { Metadata } from 'next'

/** What a page says whose URL contains a secret: no search engine and no other site may get it. */
export const secretPage = {
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
} as const satisfies Metadata
