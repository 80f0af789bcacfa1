import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { recoveryCodes } from '#db/schema/identity-sign-in'
import type { Reader, Tx } from '#db/tenancy/tenant'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { RECOVERY_CODES } from '#lib/identity/factors/rules'
import type { FactorOwner } from './owner.ts'

/** Without characters that are easily confused. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** Ten of 31 possible characters: 49 bits. */
const CODE_CHARACTERS = 10

/** Replaces the user's recovery codes. @returns the codes; only their hashes are stored */
export async function replaceRecoveryCodes(tx: Tx, owner: FactorOwner, time: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await deleteRecoveryCodes(tx, owner)
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ ...owner, codeHash: hashCode(owner, code), createdAt: time })))
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

export async function deleteRecoveryCodes(tx: Tx, owner: FactorOwner): Promise<void> {
  await tx.delete(recoveryCodes).where(whereOwnedCode(owner))
}

/** Deletes a code when it is used. @param code without hyphen. @returns whether it was a valid code */
export async function consumeRecoveryCode(tx: Tx, owner: FactorOwner, code: string): Promise<boolean> {
  const deleted = await tx
    .delete(recoveryCodes)
    .where(and(whereOwnedCode(owner), eq(recoveryCodes.codeHash, hashCode(owner, code))))
    .returning({ userId: recoveryCodes.userId })
  return deleted.length > 0
}

export function countRecoveryCodes(reader: Reader, owner: FactorOwner): Promise<number> {
  return reader.$count(recoveryCodes, whereOwnedCode(owner))
}

function whereOwnedCode({ tenantId, userId }: FactorOwner) {
  return and(eq(recoveryCodes.tenantId, tenantId), eq(recoveryCodes.userId, userId))
}

function newCode(): string {
  return Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

function hashCode({ userId }: FactorOwner, code: string): string {
  return hmacHex(deriveKey('recovery code'), `${userId} ${code}`)
}
