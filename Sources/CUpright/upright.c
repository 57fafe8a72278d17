#include "CUpright.h"
