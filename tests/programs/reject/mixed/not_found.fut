-- The name of a NESL file is misspelt.
import "lib/wrold.nesl"
