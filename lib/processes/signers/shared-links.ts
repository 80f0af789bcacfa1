import { and, asc, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { SignerRow } from '../present.ts'
import { signerCan } from '../rules.ts'
import { newSigningLink } from './link.ts'

/** The role under which a person acts who has several: the one that asks most of them. */
const rolesByDuty: readonly SignerRow['role'][] = ['signer', 'approver', 'viewer', 'cc']

type Confirmed = Pick<SignerRow, 'id' | 'email' | 'phone'> & { otp: string | null }

/**
 * Signers of a process with the same key whose turn it is at the same time share one link. Those who confirm who they
 * are in another way have a link of their own, because a code counts for all signers of a link.
 */
function getLinkKey({ id, email, phone, otp }: Confirmed): string {
  const ownCode = otp === 'sms' ? phone : otp === 'access_code' ? id : ''
  return JSON.stringify([email.toLowerCase(), otp, ownCode])
}

/**
 * The links of recipients: the one that the same person has and did not sign with yet, or a new one.
 * @param people everyone of the process
 */
export function assignLinks(people: readonly SignerRow[], recipients: readonly SignerRow[]) {
  // Someone who has signed may still be a viewer by the same link.
  const usedHashes = new Set(
    people.filter(({ status }) => status === 'signed').map(({ tokenHash }) => tokenHash),
  )
  const openLinks = people.filter(
    (signer) =>
      signer.tokenNonce !== null && signerCan.sign(signer).allowed && !usedHashes.has(signer.tokenHash),
  )
  const links = new Map(
    openLinks.map((signer) => [
      getLinkKey(signer),
      { tokenNonce: signer.tokenNonce!, tokenHash: signer.tokenHash! },
    ]),
  )
  return recipients.map((recipient) => {
    const link = links.get(getLinkKey(recipient)) ?? newSigningLink()
    links.set(getLinkKey(recipient), link)
    return { id: recipient.id, ...link }
  })
}

/** Whether a signer leaves the link that they share: they confirm who they are in another way now. */
export function leavesSharedLink(people: readonly SignerRow[], before: SignerRow, after: Confirmed): boolean {
  return listSharers(people, before).length > 1 && getLinkKey(before) !== getLinkKey(after)
}

/** The signers of the same link, with the given one. */
export function listSharers<S extends Pick<SignerRow, 'tokenHash'>>(
  people: readonly S[],
  { tokenHash }: Pick<SignerRow, 'tokenHash'>,
): S[] {
  return tokenHash === null ? [] : people.filter((signer) => signer.tokenHash === tokenHash)
}

/** As `listSharers`, read by the hash of the link's token; first the one under whose name and language they act. */
export async function findSharers(
  reader: Reader,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  tokenHash: string,
): Promise<SignerRow[]> {
  const sharers = await reader
    .select()
    .from(signers)
    .where(and(eq(signers.tenantId, tenantId), eq(signers.tokenHash, tokenHash)))
    .orderBy(asc(signers.order), asc(signers.id))
  return sortByDuty(sharers)
}

/** First the signers of the role that asks most. */
export function sortByDuty<S extends Pick<SignerRow, 'role'>>(people: readonly S[]): S[] {
  return people.toSorted((a, b) => rolesByDuty.indexOf(a.role) - rolesByDuty.indexOf(b.role))
}

export function isSameAddress(a: Pick<SignerRow, 'email'>, b: Pick<SignerRow, 'email'>): boolean {
  return a.email.toLowerCase() === b.email.toLowerCase()
}

/** Whether a correction leaves the person: it changes the name or the address, not both. */
export function isSamePerson(
  a: Pick<SignerRow, 'name' | 'email'>,
  b: Pick<SignerRow, 'name' | 'email'>,
): boolean {
  return isSameAddress(a, b) || a.name.toLowerCase() === b.name.toLowerCase()
}

/** One recipient for each way to a link: two people with one mailbox who confirm in different ways get one each. */
export function onePerLink<S extends Confirmed & Pick<SignerRow, 'role'>>(people: readonly S[]): S[] {
  return [...Map.groupBy(people, getLinkKey).values()].map((sharers) => sortByDuty(sharers)[0]!)
}

/** One recipient for each address: who has several roles gets one email. */
export function onePerAddress<S extends Pick<SignerRow, 'role' | 'email'>>(people: readonly S[]): S[] {
  const byAddress = Map.groupBy(people, ({ email }) => email.toLowerCase())
  return [...byAddress.values()].map((sharers) => sortByDuty(sharers)[0]!)
}

/**
 * The sender's messages to the signers of a link, as emails and the signing page show them.
 * @param message to those signers who have none of their own
 */
export function joinMessages(
  sharers: readonly Pick<SignerRow, 'message'>[],
  message: string | null,
): string | null {
  const messages = new Set(sharers.flatMap((sharer) => sharer.message ?? message ?? []))
  return messages.size > 0 ? [...messages].join('\n\n') : null
}
