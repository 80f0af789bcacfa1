import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Longer passwords are truncated for the estimate, whose duration grows faster than the length. */
const MAX_ESTIMATED_CHARACTERS = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/**
 * The decimal logarithm of the number of guesses that an attacker with the published lists of breached passwords needs.
 * The lists cost 25 MB and 60 ms, so they are loaded with the first new password.
 */
export async function guessesLog10(password: string): Promise<number> {
  estimator ??= loadEstimator()
  return (await estimator).check(password.slice(0, MAX_ESTIMATED_CHARACTERS)).guessesLog10
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
