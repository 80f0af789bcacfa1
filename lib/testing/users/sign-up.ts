import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import { findSession } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { newRequestId, sha256Hex } from '#lib/core/ids'
import { signUp } from '#lib/identity/account/sign-up'
import { getAddressLink } from '#lib/identity/links/link-tokens'
import type { SignUp } from '#lib/identity/schema'
import { authenticateBearer } from '#lib/identity/sessions/authenticate'

/** A user who has signed up; `ctx` is the context of the first request. */
export interface SignedUp {
  token: string
  ctx: Ctx
  tenantId: number
  user: { id: number; email: string }
}

/** Runs `callback` with an SMTP server configured; nothing is delivered. */
export async function withMailServer<T>(callback: () => Promise<T>): Promise<T> {
  const before = env().smtpUrl
  env().smtpUrl = 'smtp://127.0.0.1:9'
  try {
    return await callback()
  } finally {
    env().smtpUrl = before
  }
}

/** Signs up while an SMTP server is configured, so the email address is not confirmed yet. */
export async function signUpByMail(values: Partial<SignUp> = {}): Promise<SignedUp> {
  const email = `ada.${randomBytes(5).toString('hex')}@engine.example`
  const input = {
    tenant_name: 'Analytical Society',
    name: 'Ada',
    email,
    password: 'tangerine orbit 41',
    ...values,
  }
  const requestMeta = {
    now: now(),
    requestId: newRequestId(),
    address: '198.51.100.7',
    userAgent: 'paraph-tests',
    locale: 'en',
  }
  const { access_token: token, user } = await withMailServer(() => signUp(requestMeta, input))
  const { tenantId } = (await findSession(sha256Hex(token)))!
  return { token, tenantId, user, ctx: await authenticateBearer(token, requestMeta) }
}

/** The token of the link that confirms the user's email address; null when it is confirmed. */
export async function findAddressToken({ tenantId, user }: Pick<SignedUp, 'tenantId' | 'user'>) {
  const [row] = await read({ tenantId }, (reader) =>
    reader
      .select()
      .from(users)
      .where(and(eq(users.tenantId, tenantId), eq(users.id, user.id))),
  )
  return getAddressLink(row!)?.split('/').at(-1) ?? null
}
