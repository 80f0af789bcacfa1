import { write } from '#db/tenancy/tenant'
import { ensureSealingKey, type TenantScope, type UnwrappedKey } from '#lib/keys/authorities'

/** The platform's sealing key for a tenant, in a transaction of its own. */
export function getSealingKey(scope: TenantScope, testMode: boolean): Promise<UnwrappedKey> {
  return write(scope, (tx) => ensureSealingKey(tx, scope, testMode))
}
