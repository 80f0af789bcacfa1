import type { ReactNode } from 'react'
import { page } from '#app/(dashboard)/page-of'
import { GET as account } from '#app/api/v1/account/route'
import { Translated } from '#app/reader'
import { UploadProvider } from '#components/documents/upload/upload-queue.tsx'
import { PaletteProvider } from '#components/palette/palette-provider.tsx'
import { ApiProvider } from '#components/session/api-provider.tsx'
import { accountQuery } from '#components/shell/account.ts'
import { OperatorProvider } from '#components/shell/frame/operator-context.tsx'
import { convertsTextDocuments } from '#lib/documents/upload/convert'
import { visitorCtx } from '#lib/http/page'
import { findOperatorAccess } from '#lib/identity/users/operator'

/** Loads the account with the current user, which all pages of the dashboard read, and whether it is an operator. */
const WithAccount = page('account.read', async ({ load }, children) => {
  const ctx = await visitorCtx()
  const [access] = await Promise.all([ctx && findOperatorAccess(ctx), load(accountQuery, account)])
  return <OperatorProvider isOperator={access?.isOperator === true}>{children}</OperatorProvider>
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
