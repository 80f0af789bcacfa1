import { type AccountRef, findAccounts } from '#db/tenancy/cross-tenant'
import type { RequestMeta } from '#lib/core/ctx'
import type { UserRow } from '../present.ts'

/*
 * Anyone can create an account with another person's address, in a tenant of their own. An account whose address its
 * mailbox has never confirmed therefore counts for nothing beyond its own tenant. What a tenant or visitor sees depends
 * on the account alone, and so does not tell whether the address has other accounts.
 */

/** The maximum number of accounts of one address that a visitor's request concerns. */
const MAX_ACCOUNTS = 10

/** Whether the mailbox of the account's address has confirmed it. */
export function isEmailConfirmed({ emailConfirmedAt }: Pick<UserRow, 'emailConfirmedAt'>): boolean {
  return emailConfirmedAt !== null
}

/** The accounts with an address that a visitor entered: confirmed ones first, and not all where there are many. */
export async function findVisitedAccounts(email: string): Promise<AccountRef[]> {
  return (await findAccounts(email)).slice(0, MAX_ACCOUNTS)
}

/**
 * What the audit trail of an account may have about a visitor who entered its address: the tenant of an account that is
 * not confirmed learns neither the IP address nor the browser.
 */
export function getVisitorMeta<M extends Pick<RequestMeta, 'address' | 'userAgent'>>(
  requestMeta: M,
  { confirmed }: AccountRef,
): M {
  return confirmed ? requestMeta : { ...requestMeta, address: null, userAgent: null }
}
