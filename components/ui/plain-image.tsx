import type { ComponentProps } from 'react'

/**
 * An image as it is: of the right size already, or of an address that only the browser has. The component of Next has
 * 5 kB of script, to optimize images.
 */
export function PlainImage({ alt, ...rest }: ComponentProps<'img'> & { alt: string }) {
  // biome-ignore lint/performance/noImgElement: nothing is to be optimized.
  return <img alt={alt} {...rest} />
}
