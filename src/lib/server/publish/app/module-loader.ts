/** Stands in the built text for the list of modules (astro.config.mjs). */
const MODULES = '"MODULES"'
const LIST = /\["\/static\/js\/[\w.-]+"(?:,"\/static\/js\/[\w.-]+")*\]/

/** A script with the modules that it loads (light/page-loader.ts). */
export const withModules = (script: string, files: string[]): string =>
  script.replace(MODULES, () => JSON.stringify(files))

/** The text of a script as it was built, whichever modules of ours it loads. */
export const asBuilt = (script: string): string => script.replace(LIST, MODULES)
