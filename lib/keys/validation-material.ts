import { latest, now } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { readCertificate, readIssuerKeyIdentifier } from '#lib/pades/cms/certificate'
import type { ValidationMaterial } from '#lib/pades/cms/identity'
import { getKeyId } from './certificates.ts'
import { isSelfSigned, loadRemoteMaterial } from './remote-material.ts'
import { findAuthority, loadRevocationList } from './revocation-lists.ts'

/**
 * What a validation of these certificates and their issuers needs later: for each one the revocation list of its
 * issuer, which is our own or is fetched from where the certificate says, and the issuers that are missing.
 * What is unavailable is left out, and logged.
 */
export async function loadValidationMaterial(certificates: Uint8Array[]): Promise<ValidationMaterial> {
  const material: ValidationMaterial = { certificates: [], revocationLists: [] }
  const issued = certificates.filter((der) => !isSelfSigned(der))
  const byIssuer = Map.groupBy(issued, (der) =>
    Buffer.from(readIssuerKeyIdentifier(der) ?? []).toString('hex'),
  )
  for (const [keyId, subjects] of byIssuer) {
    // Validators reject a list that is older than the certificate.
    const madeSince = subjects.map((der) => readCertificate(der)?.validFromDate ?? new Date(0)).reduce(latest)
    const own = await loadRevocationList(keyId, now(), madeSince)
    if (own) {
      material.revocationLists.push(own.list)
      // The root of our time stamps is in no signature of a file whose keys the operator brings.
      const isPresent = certificates.some((der) => getKeyId(der) === keyId)
      const issuer = isPresent ? null : await findAuthority(keyId)
      if (issuer) material.certificates.push(issuer.certificate)
    } else
      for (const subject of subjects) {
        const remote = await loadRemoteMaterial(subject, certificates).catch((error: unknown) => {
          log().warn({ err: error }, 'no revocation data for a certificate of an authority outside')
        })
        material.certificates.push(...(remote?.certificates ?? []))
        material.revocationLists.push(...(remote?.revocationLists ?? []))
      }
  }
  return material
}
