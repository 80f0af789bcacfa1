import type { ReactNode } from 'react'
import { page } from '#app/(dashboard)/page-of'
import { GET as account } from '#app/api/v1/account/route'
import { Translated } from '#app/reader'
import { UploadProvider } from '#components/documents/upload/upload-queue.tsx'
import { PaletteProvider } from '#components/palette/palette-provider.tsx'
import { ApiProvider } from '#components/session/api-provider.tsx'
import { accountQuery } from '#components/shell/account.ts'
import { VisitorProvider } from '#components/shell/frame/visitor-context.tsx'
import { convertsTextDocuments } from '#lib/documents/upload/convert'
import { visitorCtx } from '#lib/http/page'
import { canConfirm } from '#lib/identity/links/send-confirmation'
import { findOperatorAccess } from '#lib/identity/users/operator'

/** Loads the account with the current user, which all pages of the dashboard read, and what the frame asks besides. */
const WithAccount = page('account.read', async ({ load }, children) => {
  const ctx = await visitorCtx()
  const [access, confirms] = await Promise.all([
    ctx && findOperatorAccess(ctx),
    ctx && canConfirm(ctx),
    load(accountQuery, account),
  ])
  return (
    <VisitorProvider isOperator={access?.isOperator === true} canConfirm={confirms === true}>
      {children}
    </VisitorProvider>
  )
})

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Translated part="dashboard">
      <ApiProvider>
        <WithAccount>
          <UploadProvider takesTextDocuments={convertsTextDocuments()}>
            <PaletteProvider>{children}</PaletteProvider>
          </UploadProvider>
        </WithAccount>
      </ApiProvider>
    </Translated>
  )
}
