import { sql } from 'drizzle-orm'
import { database } from '../connection/client.ts'
import { type LookupRow, parseInstant } from './cross-tenant.ts'

/** A signer to whom a certificate of this installation was issued. */
export interface SignedRef {
  /** DER. */
  certificate: Uint8Array
  tenantId: number
  processId: number
  id: number
  /** When the process was declared void; null when it was not. */
  voidedAt: Date | null
}

/** A certificate of a signature in some file. */
export interface GivenCertificate {
  /** Hexadecimal, lower case. */
  serialNumber: string
  der: Uint8Array
}

/** The signers of these certificates. */
export async function findSigned(given: readonly GivenCertificate[]): Promise<SignedRef[]> {
  if (given.length === 0) return []
  const serialNumbers = [...new Set(given.map(({ serialNumber }) => serialNumber))]
  const rows = await database().execute<LookupRow>(
    sql`select * from cross_tenant_find_certified_signers(array(select jsonb_array_elements_text(${JSON.stringify(serialNumbers)}::jsonb)))`,
  )
  return rows
    .map((row) => ({
      certificate: row.certificate as Uint8Array,
      tenantId: Number(row.tenant_id),
      processId: Number(row.process_id),
      id: Number(row.id),
      voidedAt: parseInstant(row.voided_at),
    }))
    .filter(({ certificate }) => given.some(({ der }) => Buffer.compare(der, certificate) === 0))
}

/** When a process was declared void; null when it was not, and for an unknown one. */
export async function findVoidedAt(processId: number): Promise<Date | null> {
  const [row] = await database().execute<LookupRow>(
    sql`select cross_tenant_find_voided_at(${processId}) as voided_at`,
  )
  return parseInstant(row?.voided_at)
}

/** A document of a completed process, as anyone with its hash may know it. */
interface SealedRef {
  organisation: string
  testMode: boolean
  completedAt: Date
  voidedAt: Date | null
}

/** The sealed document whose file has this SHA-256; null without one. */
export async function findSealed(sha256: string): Promise<SealedRef | null> {
  const [row] = await database().execute<LookupRow>(sql`select * from cross_tenant_find_sealed(${sha256})`)
  if (!row) return null
  return {
    organisation: row.organisation as string,
    testMode: row.test_mode === true,
    completedAt: parseInstant(row.completed_at)!,
    voidedAt: parseInstant(row.voided_at),
  }
}

/** Whether the file with this SHA-256 was finished here: a document, its certificate of completion or its audit trail. */
export async function isFinished(sha256: string): Promise<boolean> {
  const [row] = await database().execute<LookupRow>(
    sql`select cross_tenant_is_finished(${sha256}) as is_finished`,
  )
  return row?.is_finished === true
}
