import { islandScripts } from './build-output.ts'

/** Stands in the built text for the list of modules (astro.config.mjs). */
const MODULES = '"MODULES"'

/** The script that loads a page's modules (kit/page-loader.ts). */
export function moduleLoader(files: string[]): string {
  return islandScripts().loader.replace(MODULES, () => JSON.stringify(files))
}

/** Whether a script is the one above, for modules of ours. */
export function isLoader(text: string): boolean {
  const [files] = /\["\/static\/js\/[\w.-]+"(,"\/static\/js\/[\w.-]+")*\]/.exec(text) ?? []
  return files !== undefined && text === islandScripts().loader.replace(MODULES, () => files)
}
