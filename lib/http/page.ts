import { headers } from 'next/headers'
import { cache } from 'react'
import type { Ctx, Visit } from '#lib/core/ctx'
import { requestId } from '#lib/core/request'
import { identifyBrowser } from './credential.ts'
import { visitOf } from './visit.ts'

/** The visit of whoever looks at a page, known or not. */
export async function pageVisit(): Promise<Visit> {
  return visitOf({ headers: await headers() }, requestId())
}

/** The context of the person who looks at a page, asked once per request; null for a stranger. */
export const visitorCtx = cache(async (): Promise<Ctx | null> => {
  const request = { headers: await headers() }
  return identifyBrowser(request, visitOf(request, requestId()))
})
