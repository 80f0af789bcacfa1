'use client'

import { useSigningSession } from './session/context.ts'

/** The signers of a shared link, for whom one signature counts. */
export function ActsFor() {
  const { signing, t } = useSigningSession()
  if (signing.signers.length < 2) return null
  const roleTexts = { signer: t.roleSigner, approver: t.roleApprover, viewer: t.roleViewer, cc: t.roleViewer }
  return (
    <div className="text-sm sm:max-w-md lg:max-w-none">
      <p id="acts-for" className="font-medium">
        {t.actsFor}
      </p>
      <ul aria-labelledby="acts-for" className="mt-1 flex flex-col gap-1 border-s-2 border-accent ps-3">
        {signing.signers.map(({ id, name, role }) => (
          <li key={id} className="flex items-baseline gap-2.5">
            <bdi className="min-w-0 break-words">{name}</bdi>
            <span className="ms-auto shrink-0 text-ink-soft">{roleTexts[role]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
