'use server'

import { cookies } from 'next/headers'
import { asTheme, themeCookie } from '#components/shell/theme'

/** Keeps the choice for a year, where the server sees it before the first paint. */
export async function keepTheme(theme: string): Promise<void> {
  const jar = await cookies()
  jar.set(themeCookie, asTheme(theme), {
    path: '/',
    maxAge: 31_536_000,
    sameSite: 'lax',
    httpOnly: true,
  })
}
