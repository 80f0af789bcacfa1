import { createElement, type ReactNode } from 'react'
import { page } from '#app/(dashboard)/page-of'
import { FactorMissing, OperatorFrame } from '#components/operator/operator-frame.tsx'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { visitorCtx } from '#lib/http/page'
import { findOperatorAccess } from '#lib/identity/users/operator'

/** A page about the installation, for operators with a second factor; to everyone else it does not exist. */
export function operatorPage(
  render: (ctx: Ctx, search: Record<string, string | undefined>) => Promise<ReactNode>,
) {
  return page('installation.read', async ({ search }) => {
    const ctx = await visitorCtx()
    const access = ctx && (await findOperatorAccess(ctx))
    if (!access?.isOperator) throw notFound()
    if (!access.hasSecondFactor) return createElement(FactorMissing)
    return createElement(OperatorFrame, null, await render(ctx!, search))
  })
}
