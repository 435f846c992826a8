import { islandScripts } from './build-output.ts'

/** Stands in the built text for the list of modules (astro.config.mjs). */
const MODULES = '"MODULES"'
const LIST = /\["\/static\/js\/[\w.-]+"(?:,"\/static\/js\/[\w.-]+")*\]/

/** The script that loads a page's modules (light/page-loader.ts). */
export const moduleLoader = (files: string[]): string =>
  islandScripts().loader.replace(MODULES, () => JSON.stringify(files))

/** The text of a script as it was built, whichever modules of ours it loads. */
export const asBuilt = (script: string): string => script.replace(LIST, MODULES)
