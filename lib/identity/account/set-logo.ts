import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { tenantLogos } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound, validationError } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { loadUpright } from '#lib/pdf/images/decode'
import { isWholePng, readPngSize } from '#lib/pdf/images/png'
import { authorize } from '#lib/policy'
import { decryptFileSync } from '#lib/storage/decrypt'
import type { StagedFile } from '#lib/storage/stage'
import type { AccountRecord } from '../schema.ts'
import { presentAccount } from './get-account.ts'

const MAX_UPLOAD_MEGABYTES = 2
const MAX_PIXELS = 4_000_000
/** The logo is shown at half this size. */
const MAX_WIDTH = 384
const MAX_HEIGHT = 64
/** The signing page contains the logo as a data URL. */
const MAX_LOGO_BYTES = 60_000

/** Sets the logo from a PNG, which is decoded, scaled down and encoded again. */
export async function setLogo(ctx: Ctx, { file }: { file: StagedFile | null }): Promise<AccountRecord> {
  if (!file) throw validationError({ file: [errorText('identity.choosePngFile')] })
  try {
    authorize(ctx, 'tenant.manage')
    if (file.size > MAX_UPLOAD_MEGABYTES * 1024 * 1024)
      throw logoError(errorText('identity.logoTooLarge', { limit: MAX_UPLOAD_MEGABYTES }))
    return await storeLogo(ctx, await reencode(Buffer.from(decryptFileSync(file.file))))
  } finally {
    await file.discard()
  }
}

/** Removes the logo: the tenant's name is shown instead. */
export function removeLogo(ctx: Ctx): Promise<void> {
  authorize(ctx, 'tenant.manage')
  return write(ctx, async (tx) => {
    if (!(await deleteLogo(tx, ctx))) throw notFound()
    await recordChange(tx, ctx, 'removed')
  })
}

function storeLogo(ctx: Ctx, png: Uint8Array): Promise<AccountRecord> {
  return write(ctx, async (tx) => {
    await deleteLogo(tx, ctx)
    await tx.insert(tenantLogos).values({ tenantId: ctx.tenantId, png })
    await recordChange(tx, ctx, 'set')
    return presentAccount(tx, ctx)
  })
}

/** @returns whether there was one */
async function deleteLogo(tx: Tx, { tenantId }: Ctx): Promise<boolean> {
  const deleted = await tx
    .delete(tenantLogos)
    .where(eq(tenantLogos.tenantId, tenantId))
    .returning({ id: tenantLogos.tenantId })
  return deleted.length > 0
}

function recordChange(tx: Tx, ctx: Ctx, to: 'set' | 'removed') {
  const changes = { logo: { from: null, to } }
  return record(tx, ctx, { type: 'tenant.updated', subject: { tenant: ctx.tenantId }, data: { changes } })
}

async function reencode(bytes: Buffer): Promise<Uint8Array> {
  const size = readPngSize(bytes)
  if (!size || !(await isWholePng(bytes))) throw logoError(errorText('identity.logoNotPng'))
  if (size.width * size.height > MAX_PIXELS)
    throw logoError(errorText('identity.logoTooManyPixels', { limit: MAX_PIXELS / 1e6 }))
  const image = await loadUpright(bytes).catch(() => {
    throw logoError(errorText('identity.logoUnreadable'))
  })
  const { width, height } = image
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  const png = new Uint8Array(await canvas.encode('png'))
  if (png.length > MAX_LOGO_BYTES) throw logoError(errorText('identity.logoTooDetailed'))
  return png
}

function logoError(message: ErrorText) {
  return validationError({ file: [message] })
}
