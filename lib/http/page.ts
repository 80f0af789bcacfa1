import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { redirect, unstable_rethrow } from 'next/navigation'
import { cache, createElement, type ReactNode } from 'react'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { AppError, type ErrorCode, notFound } from '#lib/core/errors'
import { describeCaller, requestId, setPageStatus } from '#lib/core/request'
import { unknownCredential } from '#lib/identity/refusals'
import { authorize, type Permission } from '#lib/policy'
import { identifyBrowser } from './credentials/credential.ts'
import { limitAddress, limitPrincipal } from './limits.ts'
import { requestMeta } from './request/request-meta.ts'
import { errorResponse } from './response/error-response.ts'
import type { Handler } from './route.ts'

/** The request metadata of a page, with or without a session. */
export async function pageMeta(): Promise<RequestMeta> {
  return requestMeta({ headers: await headers() }, requestId())
}

/** The context of the session, looked up once per request; null without one. */
export const visitorCtx = cache(async (): Promise<Ctx | null> => {
  return identifyBrowser({ headers: await headers() }, await pageMeta())
})

/** The context of the session, with the rate limits of the API; a page and its layouts count as one request. */
const pageCtx = cache(async (): Promise<Ctx> => {
  await limitAddress(await pageMeta(), 'address', {})
  const ctx = await visitorCtx()
  if (!ctx) throw unknownCredential()
  describeCaller(ctx)
  await limitPrincipal(ctx, {})
  return ctx
})

/** A GET of `/api/v1` with its React Query key. */
export interface ApiQuery<T> {
  queryKey: QueryKey
  /** The path and query below `/api/v1`. */
  path: string
  queryFn: (context: { signal: AbortSignal }) => Promise<T>
  /** Leaves what is shown of the body: the rest is neither kept nor sent with the first HTML. */
  narrow: (body: never) => T
}

export interface PageRequest {
  params: Record<string, string>
  /** The last value of each query parameter. */
  search: Record<string, string | undefined>
  /**
   * Gets the body of an API response from the endpoint's operation, for the first HTML and for React Query in the
   * browser.
   */
  load<T>(query: ApiQuery<T>, endpoint: Handler, params?: Record<string, string>): Promise<T>
}

interface PageProps {
  params?: Promise<Record<string, string>>
  searchParams?: Promise<Record<string, string | string[] | undefined>>
  children?: ReactNode
}

/** The content that is rendered for 403, by the code of the error, and for 404. */
interface Refusals {
  403: (code: ErrorCode) => ReactNode
  404: () => ReactNode
}
type Render = (request: PageRequest, children: ReactNode) => Promise<ReactNode>

/**
 * Makes `page()`: a page or part of a layout for signed-in users, rendered on the server: session → Ctx → operations.
 * Without a session it redirects to the login.
 * @param refusals rendered for 403 and 404, because the pages of Next's `forbidden()` and `notFound()` need scripts
 */
export function makePage(refusals: Refusals) {
  return (permission: Permission, render: Render) => async (props: PageProps) => {
    try {
      const ctx = await pageCtx()
      authorize(ctx, permission)
      const queries = new QueryClient()
      const params = (await props.params) ?? {}
      const search = lastValues((await props.searchParams) ?? {})
      const content = await render({ params, search, load: loader(ctx, queries) }, props.children)
      return createElement(HydrationBoundary, { state: dehydrate(queries) }, content)
    } catch (error) {
      return refuse(error, refusals)
    }
  }
}

function loader(ctx: Ctx, queries: QueryClient): PageRequest['load'] {
  return async ({ queryKey, path, narrow }, endpoint, params = {}) => {
    const body = narrow((await endpoint.read(ctx, new URL(`${env().appUrl}/api/v1${path}`), params)) as never)
    queries.setQueryData(queryKey, body)
    return body
  }
}

/** The id in the URL of a page. */
export function parseId({ id = '' }: Record<string, string>): number {
  if (!/^[1-9]\d{0,15}$/.test(id)) throw notFound()
  return Number(id)
}

function lastValues(search: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, [value].flat().at(-1)]))
}

/** Shows an error as a page, by the status that the API would give it. */
async function refuse(error: unknown, refusals: Refusals): Promise<ReactNode> {
  unstable_rethrow(error)
  const id = requestId()
  const { status } = errorResponse(error, id)
  if (error instanceof AppError && error.code === 'second_factor_setup_required')
    return redirect('/second-factor')
  if (status === 401) return redirect(await loginPath())
  if (status === 403 || status === 404) {
    setPageStatus(status)
    return status === 404
      ? refusals[404]()
      : refusals[403](error instanceof AppError ? error.code : 'forbidden')
  }
  // Next sends only the digest of an error to the browser.
  throw Object.assign(new Error('A page could not be rendered.', { cause: error }), {
    digest: `${status} ${id}`,
  })
}

async function loginPath(): Promise<string> {
  const path = (await headers()).get('x-paraph-path')
  return path ? `/login?next=${encodeURIComponent(path)}` : '/login'
}
