import { type Endpoint, endpointsOf, type RouteModule, type Routes } from '#lib/http/endpoints'

/** Every route of the API: its folder below `app/api/v1`, and the function that loads it. */
export const routes: Routes = {
  account: () => import('./account/route.ts'),
  'account/logo': () => import('./account/logo/route.ts'),
  'account/test-mode': () => import('./account/test-mode/route.ts'),
  'account/usage': () => import('./account/usage/route.ts'),
  'api-keys/[id]': () => import('./api-keys/[id]/route.ts'),
  'api-keys': () => import('./api-keys/route.ts'),
  'archives/[id]/download': () => import('./archives/[id]/download/route.ts'),
  archives: () => import('./archives/route.ts'),
  'auth/accept-invitation': () => import('./auth/accept-invitation/route.ts'),
  'auth/confirm-address': () => import('./auth/confirm-address/route.ts'),
  'auth/forgot-password': () => import('./auth/forgot-password/route.ts'),
  'auth/login': () => import('./auth/login/route.ts'),
  'auth/logout': () => import('./auth/logout/route.ts'),
  'auth/reauthenticate': () => import('./auth/reauthenticate/route.ts'),
  'auth/refresh': () => import('./auth/refresh/route.ts'),
  'auth/resend-confirmation': () => import('./auth/resend-confirmation/route.ts'),
  'auth/reset-password': () => import('./auth/reset-password/route.ts'),
  'auth/signup': () => import('./auth/signup/route.ts'),
  'bulk-sends/[id]/cancel': () => import('./bulk-sends/[id]/cancel/route.ts'),
  'bulk-sends/[id]/pause': () => import('./bulk-sends/[id]/pause/route.ts'),
  'bulk-sends/[id]/result': () => import('./bulk-sends/[id]/result/route.ts'),
  'bulk-sends/[id]/resume': () => import('./bulk-sends/[id]/resume/route.ts'),
  'bulk-sends/[id]': () => import('./bulk-sends/[id]/route.ts'),
  'bulk-sends': () => import('./bulk-sends/route.ts'),
  'documents/[id]/fields': () => import('./documents/[id]/fields/route.ts'),
  'documents/[id]/download': () => import('./documents/[id]/download/route.ts'),
  'documents/[id]': () => import('./documents/[id]/route.ts'),
  documents: () => import('./documents/route.ts'),
  'health/live': () => import('./health/live/route.ts'),
  'health/ready': () => import('./health/ready/route.ts'),
  'openapi.json': () => import('./openapi.json/route.ts'),
  'signature-processes/[id]/audit-trail': () => import('./signature-processes/[id]/audit-trail/route.ts'),
  'signature-processes/[id]/cancel': () => import('./signature-processes/[id]/cancel/route.ts'),
  'signature-processes/[id]/certificate': () => import('./signature-processes/[id]/certificate/route.ts'),
  'signature-processes/[id]/download-signed-pdf': () =>
    import('./signature-processes/[id]/download-signed-pdf/route.ts'),
  'signature-processes/[id]/fields': () => import('./signature-processes/[id]/fields/route.ts'),
  contacts: () => import('./contacts/route.ts'),
  'signature-processes/[id]/signers': () => import('./signature-processes/[id]/signers/route.ts'),
  'signature-processes/[id]/signers/[signer]': () =>
    import('./signature-processes/[id]/signers/[signer]/route.ts'),
  'signature-processes/[id]/remind': () => import('./signature-processes/[id]/remind/route.ts'),
  'signature-processes/[id]/void': () => import('./signature-processes/[id]/void/route.ts'),
  'signature-processes/[id]': () => import('./signature-processes/[id]/route.ts'),
  'signature-processes/[id]/send': () => import('./signature-processes/[id]/send/route.ts'),
  'signature-processes': () => import('./signature-processes/route.ts'),
  'signing/[token]/documents/[id]/file': () => import('./signing/[token]/documents/[id]/file/route.ts'),
  'signing/[token]/download': () => import('./signing/[token]/download/route.ts'),
  'signing/[token]/open': () => import('./signing/[token]/open/route.ts'),
  'signing/[token]/otp': () => import('./signing/[token]/otp/route.ts'),
  'signing/[token]/otp/verify': () => import('./signing/[token]/otp/verify/route.ts'),
  'signing/[token]/refuse': () => import('./signing/[token]/refuse/route.ts'),
  'signing/[token]': () => import('./signing/[token]/route.ts'),
  'signing/[token]/sign': () => import('./signing/[token]/sign/route.ts'),
  'templates/[id]/duplicate': () => import('./templates/[id]/duplicate/route.ts'),
  'templates/[id]': () => import('./templates/[id]/route.ts'),
  'templates/import': () => import('./templates/import/route.ts'),
  'templates/[id]/use': () => import('./templates/[id]/use/route.ts'),
  templates: () => import('./templates/route.ts'),
  'user/password': () => import('./user/password/route.ts'),
  user: () => import('./user/route.ts'),
  'user/sessions/[id]': () => import('./user/sessions/[id]/route.ts'),
  'user/sessions': () => import('./user/sessions/route.ts'),
  'users/[id]/reset-password': () => import('./users/[id]/reset-password/route.ts'),
  'users/[id]': () => import('./users/[id]/route.ts'),
  users: () => import('./users/route.ts'),
  'vault/documents/[id]/archive': () => import('./vault/documents/[id]/archive/route.ts'),
  'vault/documents/[id]/download': () => import('./vault/documents/[id]/download/route.ts'),
  'vault/documents/[id]/package': () => import('./vault/documents/[id]/package/route.ts'),
  'vault/documents/[id]': () => import('./vault/documents/[id]/route.ts'),
  'vault/documents/[id]/tags': () => import('./vault/documents/[id]/tags/route.ts'),
  'vault/documents/[id]/unarchive': () => import('./vault/documents/[id]/unarchive/route.ts'),
  'vault/documents': () => import('./vault/documents/route.ts'),
  'vault/statistics': () => import('./vault/statistics/route.ts'),
  verify: () => import('./verify/route.ts'),
  'webhooks/[id]/logs/[log]/replay': () => import('./webhooks/[id]/logs/[log]/replay/route.ts'),
  'webhooks/[id]/logs': () => import('./webhooks/[id]/logs/route.ts'),
  'webhooks/[id]/rotate-secret': () => import('./webhooks/[id]/rotate-secret/route.ts'),
  'webhooks/[id]': () => import('./webhooks/[id]/route.ts'),
  'webhooks/[id]/test': () => import('./webhooks/[id]/test/route.ts'),
  webhooks: () => import('./webhooks/route.ts'),
}

/** The modules of all routes. */
export async function allRoutes(): Promise<Record<string, RouteModule>> {
  const loading = Object.entries(routes).map(
    async ([folder, load]): Promise<[string, RouteModule]> => [folder, await load()],
  )
  return Object.fromEntries(await Promise.all(loading))
}

/** Every declared method of every path. */
export async function allEndpoints(): Promise<Endpoint[]> {
  return endpointsOf(await allRoutes())
}
