import "../circle.nesl"
