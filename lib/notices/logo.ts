import { Img, Section } from '@react-email/components'
import { createElement as h, type ReactElement } from 'react'
import type { InlineImage } from '#lib/mail/queue'
import { readPngSize } from '#lib/pdf/images/png'
import { styles } from './styles.ts'

/** The largest size in an email, in CSS pixels; logos are stored with up to twice as many. */
const MAX_WIDTH = 192
const MAX_HEIGHT = 32
const LOGO_CID = 'logo@paraph'

/** The logo in the header, with the tenant's name for clients that show no images. */
export function letterheadLogo(png: Uint8Array, name: string): ReactElement {
  const { width, height } = readPngSize(png) ?? { width: MAX_WIDTH, height: MAX_HEIGHT }
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const image = { src: `cid:${LOGO_CID}`, alt: name, ...size, style: styles.logoImage }
  return h(Section, { style: styles.logo }, h(Img, image))
}

/** The logo as a part of the email: clients load no image of a server before they are asked to. */
export function logoImage(png: Uint8Array): InlineImage {
  return { cid: LOGO_CID, filename: 'logo.png', png: Buffer.from(png).toString('base64') }
}
