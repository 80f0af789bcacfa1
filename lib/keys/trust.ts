import { X509Certificate } from 'node:crypto'
import { read } from '#db/tenancy/tenant'
import { describeLog } from '#lib/audit/log/published'
import { loadWitnessKey, witnessUrl } from '#lib/audit/witness/witness-key'
import { env } from '#lib/core/env'
import { notFound } from '#lib/core/errors'
import { sha256Hex } from '#lib/core/ids'
import { formatVerifierKey } from '#lib/core/transparency/note'
import { formatName } from '#lib/pades/cms/names'
import { findRootCertificates } from './authorities.ts'
import { getKeyId, trustUrl } from './certificates.ts'
import { findTimeStampingCertificates } from './own-time-stamps.ts'
import { findAuthority, loadRevocationList } from './revocation-lists.ts'
import type { TrustRecord } from './schema.ts'

/** A certificate or a revocation list, DER. */
interface TrustFile {
  body: Uint8Array
  contentType: 'application/pkix-cert' | 'application/pkix-crl'
}

/** The roots of this installation and its time-stamping authority. Tenants' authorities are not listed. */
export async function getTrust(): Promise<TrustRecord> {
  const roots = await read({ tenantId: 0 }, findRootCertificates)
  const log = await describeLog()
  return {
    roots: roots.map(({ certificate, testMode }) => ({
      ...presentCertificate(certificate),
      test_mode: testMode,
      certificate_url: trustUrl(getKeyId(certificate), 'crt'),
      revocation_list_url: trustUrl(getKeyId(certificate), 'crl'),
    })),
    time_stamps: {
      authority: env().tsa === null ? 'none' : env().tsa === 'internal' ? 'internal' : 'external',
      certificates: (await findTimeStampingCertificates()).map(presentCertificate),
    },
    log: {
      origin: log.origin,
      verifier_key: log.key,
      size: log.size,
      witnesses: log.witnesses.map(({ verifierKey, size, at }) => ({
        verifier_key: verifierKey,
        size,
        cosigned_at: at?.toISOString() ?? null,
      })),
      checkpoint_url: `${env().appUrl}/api/v1/trust/log/checkpoint`,
    },
    witness: {
      verifier_key: formatVerifierKey(loadWitnessKey().key),
      url: witnessUrl(),
      logs: env().witnessedLogs.map(({ name }) => name),
    },
  }
}

/** The file `{key identifier}.crt` or `.crl` of a root or an authority. @throws AppError `not_found` */
export async function getTrustFile(name: string, now: Date): Promise<TrustFile> {
  const [keyId = '', type] = name.split('.')
  if (type === 'crt') {
    const authority = await findAuthority(keyId)
    if (authority) return { body: authority.certificate, contentType: 'application/pkix-cert' }
  } else {
    const stored = await loadRevocationList(keyId, now)
    if (stored) return { body: stored.list, contentType: 'application/pkix-crl' }
  }
  throw notFound()
}

function presentCertificate(der: Uint8Array) {
  const certificate = new X509Certificate(der)
  return {
    key_id: getKeyId(der),
    subject: formatName(certificate.subject),
    sha256: sha256Hex(der),
    certificate: certificate.toString(),
    not_before: certificate.validFromDate.toISOString(),
    not_after: certificate.validToDate.toISOString(),
  }
}
