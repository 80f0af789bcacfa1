import type { Role, Scope } from './roles.ts'

/** The actor of a request or job. Every operation, event and limit uses it, so that the actor is never null. */
type Actor =
  | {
      type: 'user'
      id: number
      name: string
      email: string
      role: Role
      sessionId: number
      /** When the password, and the second factor if there is one, was last entered in this session. */
      authenticatedAt: Date
    }
  | {
      type: 'api_key'
      id: number
      name: string
      scopes: Scope[]
      creator: { id: number; name: string; email: string; role: Role }
    }
  | {
      type: 'signer'
      id: number
      name: string
      email: string
      processId: number
      /** SHA-256 of the token of the link. A correction replaces the link, which ends requests that are under way. */
      tokenHash: string
      /** The signing session that this browser confirmed with a code; null without one. */
      sessionId: number | null
      /** In a frame of another product, or on the device of a host; absent on the page of a link. */
      place?: 'frame' | 'in_person'
    }
  | { type: 'system'; job: string }

/** A request's claim on its `Idempotency-Key`. */
export interface Claim {
  tenantId: number
  principal: string
  key: string
  /** Random: tells this request from one that takes the key over after a timeout. */
  owner: string
}

/** What an editor in a frame reaches: one draft, with its documents. */
interface EditorLimits {
  processId: number
  documentIds: number[]
  finish: 'send' | 'done'
  /** SHA-256 of the token of its session. */
  sessionHash: string
}

/** The context of a request or job. It is passed to operations, never global. */
export interface Ctx {
  tenantId: number
  actor: Actor
  /** The time of the request; operations do not read the clock. */
  now: Date
  requestId: string
  /** True for a `psk_test_` key and in the dashboard's test mode: records are marked with it and use no quota. */
  testMode: boolean
  /** True until a user of the tenant confirms an email address: the tenant sends no emails to others. */
  unconfirmed?: boolean
  /** True while the operator has suspended the tenant: its users and keys read, but change and send nothing. */
  suspended?: boolean
  /** True for a user without a second factor in a tenant that requires one: nothing but setting one up is allowed. */
  mustSetUpFactor?: boolean
  /** Set for an editor in a frame, whose actor is the API key that asked for it. */
  editor?: EditorLimits
  /** The client's IP address; `X-Forwarded-For` counts only from `TRUSTED_PROXIES`. */
  address: string | null
  userAgent: string | null
  /** True for a browser or program of this machine that connects directly. */
  local?: boolean
  /** BCP 47 language of the person, for messages. */
  locale: string
  /** Aborted when the client closes the connection before it has the response. */
  signal?: AbortSignal
  /** With an `Idempotency-Key`: the transaction of the change also marks the key as executed. */
  claim?: Claim
}

/** The metadata of a request before authentication. */
export type RequestMeta = Pick<
  Ctx,
  'now' | 'requestId' | 'address' | 'userAgent' | 'local' | 'locale' | 'signal' | 'claim'
>

/** The context of a job: no user, no client. */
export function makeSystemCtx(tenantId: number, job: string, now: Date): Ctx {
  return {
    tenantId,
    actor: { type: 'system', job },
    now,
    requestId: `job-${job}`,
    testMode: false,
    address: null,
    userAgent: null,
    locale: 'en',
  }
}

/**
 * The user whose access to folders limits what the actor sees: the one signed in, or the creator of the key. Null when
 * nothing is limited: administrators see every folder, and signers and jobs work on records whatever their folder is.
 */
export function getFolderUser({ actor }: Pick<Ctx, 'actor'>): number | null {
  const user = actor.type === 'user' ? actor : actor.type === 'api_key' ? actor.creator : null
  return user && user.role !== 'tenant_admin' ? user.id : null
}

/** The columns of a record that name its creator; the name of jobs and signers is `System`. */
export function createdBy(ctx: Ctx): { createdById: number | null; createdByName: string } {
  const user = getActingUser(ctx)
  return { createdById: user?.id ?? null, createdByName: user?.name ?? 'System' }
}

/** The columns of a process that name who sends it. */
export function sentBy(ctx: Ctx): { sentById: number | null; sentByName: string | null } {
  const user = getActingUser(ctx)
  return { sentById: user?.id ?? null, sentByName: user?.name ?? null }
}

/** The user behind the actor: the one signed in, or the creator of the key; null for signers and jobs. */
export function getActingUser(ctx: Pick<Ctx, 'actor'>): { id: number; name: string } | null {
  const { actor } = ctx
  if (actor.type === 'user') return { id: actor.id, name: actor.name }
  if (actor.type === 'api_key') return { id: actor.creator.id, name: actor.creator.name }
  return null
}
