// Auger
